/** Fields of an error that may hold a code. */
interface ErrorFields {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  originalCode?: unknown;
  severity?: unknown;
  syscall?: unknown;
}

/** Returns an error and its causes. Prisma puts PostgreSQL's message into `meta`, its adapter into
 *  `cause`. */
export function causesOf(error: unknown): ErrorFields[] {
  const found: ErrorFields[] = [];
  for (let at: unknown = error; at && typeof at === "object" && found.length < 8; ) {
    const { name, kind, meta, cause } = at as Record<string, unknown>;
    const { message, code, originalCode, severity, syscall } = at as ErrorFields;
    found.push({ name: kind ?? name, message, code, originalCode, severity, syscall });
    at = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError ?? cause;
  }
  return found;
}

/** Returns the SQLSTATE of PostgreSQL's error, however it was wrapped; null for another error. */
export function sqlStateOf(error: unknown): string | null {
  for (const { name, code, originalCode, severity } of causesOf(error)) {
    if (isState(originalCode)) return originalCode;
    // Prisma's codes look like one, and so do Node's EPIPE and others.
    if (isState(code) && (severity !== undefined || name === "postgres")) return code;
  }
  return null;
}

function isState(code: unknown): code is string {
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
}
