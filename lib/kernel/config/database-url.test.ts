import pg from "pg";
import { expect, test } from "vitest";
import {
  isOnThisMachine,
  parseDatabaseUrl,
  readDatabaseUrl,
  withParameter,
} from "@/lib/kernel/config/database-url";

const urls = (url: string) => readDatabaseUrl(url).servers.map(({ url }) => url);

test("the address of one server is not changed", () => {
  for (const url of [
    "postgres://atrium@localhost/atrium",
    "postgresql://a:p%40ss%2C@db.example:6432/atrium?sslmode=verify-full&options=-c%20x%3Dy",
    "postgres:///atrium?host=/var/run/postgresql",
    "postgres://a@[::1]:5433/atrium",
  ]) {
    expect(urls(url)).toEqual([url]);
    expect(readDatabaseUrl(url).needsPrimary).toBe(false);
  }
});

test("an address of several servers becomes one address for each, with the same other parts", () => {
  const url =
    "postgres://u:p@h1:5432,h2,h3:5433/db?target_session_attrs=read-write&sslmode=require";
  expect(urls(url)).toEqual([
    "postgres://u:p@h1:5432/db?sslmode=require",
    "postgres://u:p@h2/db?sslmode=require",
    "postgres://u:p@h3:5433/db?sslmode=require",
  ]);
  expect(readDatabaseUrl(url)).toMatchObject({ login: "u", needsPrimary: true });
});

test("several servers imply that a primary is needed", () => {
  expect(readDatabaseUrl("postgres://u@a,b/db").needsPrimary).toBe(true);
  expect(readDatabaseUrl("postgres://u@a/db?target_session_attrs=primary").needsPrimary).toBe(true);
});

test("IPv6 addresses stand in brackets, among names and IPv4 addresses", () => {
  expect(urls("postgres://u@[2001:db8::1]:5432,[::1],10.0.0.1:1,db/d")).toEqual([
    "postgres://u@[2001:db8::1]:5432/d",
    "postgres://u@[::1]/d",
    "postgres://u@10.0.0.1:1/d",
    "postgres://u@db/d",
  ]);
  for (const host of ["2001:db8::1", "[2001:db8::1", "[2001:zz::1]", "[10.0.0.1]"])
    expect(parseDatabaseUrl(`postgres://u@a,${host}/d`)).toBeTypeOf("string");
});

test("credentials are percent-encoded, and may hold characters that separate servers elsewhere", () => {
  const found = readDatabaseUrl("postgres://a%2Fb:p%3A,%40%2Fx@h1,h2/db");
  expect(found.login).toBe("a/b");
  expect(found.servers.map(({ host }) => host)).toEqual(["h1", "h2"]);
  expect(new URL(found.servers[1]?.url ?? "").password).toBe("p%3A,%40%2Fx");
});

test("a host in the query is read as libpq does, and moved before the path for drivers", () => {
  const address = (url: string) => readDatabaseUrl(url).address;
  const socket = "postgresql://atrium_web@/atrium?host=/run/postgresql";
  expect(address(socket)).toBe("postgresql://atrium_web@%2Frun%2Fpostgresql/atrium");
  expect(readDatabaseUrl(socket)).toMatchObject({ login: "atrium_web", needsPrimary: false });
  expect(address("postgres://u:p%40@:5433/d?sslmode=require&host=db")).toBe(
    "postgres://u:p%40@db:5433/d?sslmode=require",
  );
  expect(address("postgres://u@/d?host=::1")).toBe("postgres://u@[::1]/d");
  expect(address("postgres://u@/d")).toBe("postgres://u@localhost/d");
  expect(readDatabaseUrl("postgres:///d?host=/run/postgresql&user=u").login).toBe("u");
  for (const url of [socket, "postgres://u@/d"]) expect(address(address(url))).toBe(address(url));
  const { host, user, database } = new pg.Client(address(socket));
  expect({ host, user, database }).toEqual({
    host: "/run/postgresql",
    user: "atrium_web",
    database: "atrium",
  });
});

test("drivers receive the decoded password", () => {
  const { address } = readDatabaseUrl("postgres://u:p%40ss%2F%25@h1/db");
  expect(new pg.Client(address).password).toBe("p@ss/%");
});

test.each([
  ["postgres://u:secret@h1:5432,/db", /server that is none/],
  ["postgres://u:secret@h1:99999,h2/db", /server that is none/],
  ["postgres://u:secret@h1:0,h2/db", /server that is none/],
  ["postgres://u:secret@h 1,h2/db", /server that is none/],
  ["postgres://u:secret@/db?host=h1,h2", /before the path/],
  ["postgres://u:secret@h1,h2/db?target_session_attrs=standby", /takes changes/],
  ["postgres://u:secret@h1,h2/db?target_session_attrs=any", /takes changes/],
  [`postgres://u:secret@${Array.from({ length: 10 }, (_, at) => `h${at}`)}/db`, /9 are the most/],
  ["postgres://%zz:secret@h1/db", /percent sign/],
  ["postgres://u:secret%zz@h1/db", /percent sign/],
  ["postgres://u:secret%e4@h1/db", /percent sign/],
  ["postgres://u:secret@h1/d%zz", /percent sign/],
  ["mysql://u:secret@h1/db", /no database's address/],
  ["postgres://u:secret@h1:port/db", /no database's address/],
  ["foo", /no database's address/],
])("an invalid address is refused in a message that repeats no secret: %s", (url, words) => {
  const problem = parseDatabaseUrl(url);
  expect(problem).toMatch(words);
  expect(problem).not.toContain("secret");
});

test("a server that is named twice is used once", () => {
  expect(urls("postgres://u@h1,h1/db")).toEqual(["postgres://u@h1/db"]);
});

test("a parameter is added to an address of several servers", () => {
  expect(withParameter("postgres://u@a,b/db", "application_name", "x")).toBe(
    "postgres://u@a,b/db?application_name=x",
  );
  expect(withParameter("postgres://u@a/db?application_name=y&a=b?c", "application_name", "x")).toBe(
    "postgres://u@a/db?application_name=x&a=b%3Fc",
  );
});

test("servers are local when all of them are on this machine", () => {
  expect(isOnThisMachine("postgres://u@localhost:1,127.0.0.1:2,[::1]/db")).toBe(true);
  expect(isOnThisMachine("postgres://u@localhost,db.example/db")).toBe(false);
});
