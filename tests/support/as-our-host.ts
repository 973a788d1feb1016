import type { IncomingMessage } from "node:http";
import { allowEncoding } from "@/lib/core/http/kept-encoding";

/** Headers that our own host adds to a request, so that its answer may be encoded. */
export function asOurHost(): Record<string, string> {
  const noted = { headers: {}, rawHeaders: [] } as unknown as IncomingMessage;
  allowEncoding(noted);
  return noted.headers as Record<string, string>;
}
