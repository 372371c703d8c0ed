import { ForgetBody, ForgetReply } from '../forgetting.ts';
import type { Route } from '../http/route.ts';

export const forgetRoutes = {
  forget: {
    method: 'POST',
    path: '/api/v1/forget',
    summary:
      'Forget memories for good, wherever something of them stands; by default it only tells what would go.',
    tag: 'History',
    scope: 'write',
    rate: 'write',
    body: ForgetBody,
    status: 200,
    response: ForgetReply,
    errors: [],
    sends: ['analyzeGraph', 'maintainWorkspace'],
    extension: true,
  },
} as const satisfies Record<string, Route>;
