import { randomUUID } from 'node:crypto';
import { openPool } from '@countersign/server/store/postgres/connection/pool';

/** Creates an empty database in a cluster; returns its address. */
export async function createDatabaseIn(cluster: string): Promise<string> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const admin = openPool(cluster, 1);
  await admin.use((connection) =>
    connection.exec(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`),
  );
  await admin.close();
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}
