export { startLocalService, type LocalService } from './start-local-service.ts';
