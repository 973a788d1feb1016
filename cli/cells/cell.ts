import { readFileSync } from "node:fs";
import { z } from "zod";
import { origin } from "@/lib/kernel/config/setting-formats";

/** Environment variable that holds the cells, as JSON or as the path of a file with it. */
const CELLS = "ATRIUM_CELLS";

const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, "must be 1 to 32 small letters, digits or dashes");
const upstream = z
  .string()
  .regex(/^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i, "must be a host and a port: 10.0.0.5:3000");

const cell = z
  .strictObject({
    name,
    /** The issuer's origin, under which users and the router see it. */
    address: origin,
    region: z.string().min(1).max(64).optional(),
    /** Base address for the operator's commands, when it is not the address. */
    operator: origin.optional(),
    /** Its servers, for the router. */
    upstreams: z.array(upstream).min(1).max(64).optional(),
    tokenEnv: z
      .string()
      .regex(/^(?!ATRIUM_)[A-Za-z_]\w*$/, "must name a variable that does not begin with ATRIUM_")
      .optional(),
    tokenFile: z.string().min(1).optional(),
  })
  .refine(({ tokenEnv, tokenFile }) => Boolean(tokenEnv) !== Boolean(tokenFile), {
    error: "needs its operator token by reference: tokenEnv or tokenFile",
  });

/** A whole installation among others, and how an operator reaches it. */
export type Cell = z.infer<typeof cell>;

const cells = z
  .array(cell)
  .min(1)
  .max(100)
  .refine((all) => isDistinct(all.map((one) => one.name)), { error: "have a name twice" })
  .refine((all) => isDistinct(all.map((one) => new URL(one.address).host)), {
    error: "have a host twice: each cell is an issuer of its own",
  });

const isDistinct = (values: readonly string[]) => new Set(values).size === values.length;

/** Reads the cells that the environment names.
 *  @throws Error that explains the mistake; it repeats no value, which might be a token in the wrong place */
export function cellsOf(env: Record<string, string | undefined> = process.env): Cell[] {
  const value = env[CELLS];
  if (!value)
    throw new Error(`${CELLS} is missing: a JSON list of cells, or the path of a file with it.`);
  const isJson = /^\s*\[/.test(value);
  const where = isJson ? CELLS : value;
  const parsed = cells.safeParse(json(isJson ? value : textOf(value), where));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `  - ${path.join(".")} ${message}`);
  throw new Error(`The cells of ${where} have ${lines.length} problem(s):\n${lines.join("\n")}`);
}

/** Returns the operator token of a cell.
 *  @throws Error that says where it is missing */
export function tokenOf(
  { name, tokenEnv, tokenFile }: Cell,
  env: Record<string, string | undefined> = process.env,
): string {
  const token = tokenEnv ? env[tokenEnv]?.trim() : textOf(tokenFile ?? "").trim();
  if (!token) throw new Error(`There is no token of ${name} in ${tokenEnv ?? tokenFile}`);
  if (!/^aop_[\w-]+$/.test(token))
    throw new Error(`What ${tokenEnv ?? tokenFile} holds is no operator token (aop_…)`);
  return token;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function json(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${where} is no JSON`);
  }
}
