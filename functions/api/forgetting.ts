import { forgetting } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/forget
export const forget = endpoint(forgetting, 'forget', (services, workspace, input) =>
  core.forget(services, workspace, input),
);
