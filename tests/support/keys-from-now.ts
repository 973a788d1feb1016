import pg from "pg";
import { forgetKeys } from "@/lib/core/signing-keys/signing-keys";

/** Runs `work` as if the clock were before every signing key: each starts to sign so many seconds from
 *  now. */
export async function keysFromNow<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  const move = async (by: number) => {
    await owner.query(
      "UPDATE signing_keys SET active_from = active_from + make_interval(secs => $1)",
      [by],
    );
    forgetKeys();
  };
  // Keys of the template may be older than the step.
  const { rows } = await owner.query<{ age: number }>(
    "SELECT extract(epoch FROM now() - min(active_from))::float8 AS age FROM signing_keys",
  );
  const by = seconds + (rows[0]?.age ?? 0);
  await move(by);
  try {
    return await work();
  } finally {
    await move(-by);
    await owner.end();
  }
}
