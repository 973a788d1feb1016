import { mediaOf, type PlacedOperation } from "@/lib/core/http/published-description";

/** The request as a curl command. Values that the reader has to fill in are shell variables. */
export function curlOf(operation: PlacedOperation, server: string): string {
  const { method } = operation;
  const body = mediaOf(operation.requestBody?.content);
  const words = [
    `curl ${method === "GET" || (method === "POST" && body) ? "" : `-X ${method} `}"${server}${addressOf(operation)}"`,
    ...credentials(operation),
  ];
  if (body?.type === "application/json")
    words.push(
      `-H "Content-Type: application/json"`,
      `-d ${quoted(JSON.stringify(body.media.example ?? {}, null, 2))}`,
    );
  else if (body)
    for (const [name, value] of Object.entries(Object(body.media.example)))
      words.push(`--data-urlencode ${quoted(`${name}=${String(value)}`)}`);
  return words.join(" \\\n  ");
}

/** URL of the request, with ids of the path and required query parameters as variables: `/users/$ID`. */
function addressOf({ path, parameters = [] }: PlacedOperation): string {
  const query = parameters
    .filter(({ in: where, required }) => where === "query" && required)
    .map(({ name, schema }) => `${name}=${schema?.enum?.[0] ?? schema?.const ?? variable(name)}`);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => variable(name));
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

const variable = (name: string) => `$${name.toUpperCase()}`;

/** Options of curl that authenticate the caller, by the first scheme that the operation accepts. */
function credentials({ security, requestBody }: PlacedOperation): string[] {
  const [schemes] = (security ?? []).map((way) => Object.keys(way));
  if (!schemes) return [];
  const bearer = (name: string) => [`-H "Authorization: Bearer ${name}"`];
  if (schemes.includes("tenantSecret"))
    return [`-H "X-Tenant-Id: $TENANT_ID"`, ...bearer("$TENANT_SECRET")];
  if (schemes.includes("clientBasic")) {
    const example = Object(mediaOf(requestBody?.content)?.media.example);
    // Never both (RFC 6749 §2.3).
    return "client_id" in example ? [] : [`-u "$CLIENT_ID:$CLIENT_SECRET"`];
  }
  return schemes.length > 0 ? bearer("$ACCESS_TOKEN") : [];
}

/** Quotes text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
