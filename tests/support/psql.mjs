// `psql -At ADDRESS -c STATEMENT` for a machine without PostgreSQL's client: a line for each row's first
// column.
import pg from "pg";

const [, address, , statement] = process.argv.slice(2);
const client = new pg.Client({ connectionString: address });
await client.connect();
const { rows } = await client.query({ text: statement ?? "", rowMode: "array" });
await client.end();
for (const [first] of rows) console.log(typeof first === "string" ? first : JSON.stringify(first));
