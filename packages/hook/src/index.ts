export { HOSTS, type HostEntry, type HostEvent, type HostId } from './hosts/host-table.ts';
export { readFlusherState, type FlusherState } from './flush/flusher-state.ts';
export { findProject } from './project/find-project.ts';
export { isKnownProject } from './state/known-projects.ts';
export { readHostStates, type HostState } from './state/host-state.ts';
export { OWN_SERVICE, serviceName } from './service/service-name.ts';
export { forgetSpooled } from './spool/forget-spooled.ts';
export { readSpoolState, type SpoolState } from './spool/read-spool.ts';
