export { findLockHolder, type LockHolder } from './data-dir-lock.ts';
export { OPERATIONS_PATH } from './gateway.ts';
export { startLocalService } from './start-local-service.ts';
