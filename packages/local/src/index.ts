export { findLockHolder, type LockHolder } from './data-dir-lock.ts';
export { OPERATIONS_PATH } from './gateway.ts';
export { startLocalService, type LocalService } from './start-local-service.ts';
