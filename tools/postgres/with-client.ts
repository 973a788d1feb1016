import pg from "pg";

/** Runs `work` over a connection of its own, and closes it.
 *  @param url of an account on a server */
export async function withClient<T>(
  url: string | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
