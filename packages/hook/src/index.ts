export { HOSTS, type HostEntry, type HostEvent, type HostId } from './hosts/host-table.ts';
