// Before the tests: bundles the servers once; every test starts their threads and processes from that.
import { buildServers } from './build-servers.mjs';

export default () => buildServers({ 'thread-host': 'apps/bff/src/testing/thread-host.ts' });
