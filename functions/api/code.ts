import { code } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/code
export const storeCodeFiles = endpoint(code, 'storeCodeFiles', core.storeCodeFiles);
export const getCodeStatus = endpoint(code, 'getCodeStatus', core.getCodeStatus);
export const deleteCodeRepository = endpoint(code, 'deleteCodeRepository', core.deleteCodeRepository);
