import { NDJSON } from "@/lib/core/contract/content";
import { bodyPieces } from "@/lib/core/http/receive-body";
import { jsonLines } from "@/lib/features/migration/import/json-lines";
import { type ImportedLine, MOST_LINES } from "@/lib/features/migration/import/user-import";
import { ServiceError } from "@/lib/kernel/errors";

/** Parses and validates the lines of a body while it arrives.
 *  @param most maximum number of bytes of the body
 *  @param read validates the value of a line
 *  @throws ServiceError `unsupported_media_type` at once; `payload_too_large`, `request_timeout` and
 *  `malformed` if the body is interrupted */
export function arrivingLines(
  request: Request,
  most: number,
  read: (line: number, value: unknown) => ImportedLine,
): AsyncGenerator<ImportedLine, void> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== NDJSON)
    throw new ServiceError("unsupported_media_type", { detail: `Send the body as ${NDJSON}.` });
  return lines(request, most, read);
}

async function* lines(
  request: Request,
  most: number,
  read: (line: number, value: unknown) => ImportedLine,
): AsyncGenerator<ImportedLine, void> {
  for await (const one of jsonLines(bodyPieces(request, most), MOST_LINES)) {
    if (!("problem" in one)) yield read(one.line, one.value);
    else
      yield {
        problem: {
          line: one.line,
          email: null,
          externalId: null,
          code: "malformed",
          detail: one.problem,
        },
      };
  }
}
