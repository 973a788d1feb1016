import { notFound } from "next/navigation";
import { download } from "@/app/dashboard/_request/download";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { userImportProblem } from "@/lib/features/migration/contract/user-import";
import { readProblems } from "@/lib/features/migration/import/read-problems";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";

/** Reasons for which lines of an import were refused, as a file. */
export async function GET(
  _: Request,
  { params }: { params: Promise<Place & { import: string }> },
): Promise<Response> {
  const { import: id, ...place } = await params;
  const { caller } = await administratorIn(place);
  if (!isId(id)) notFound();
  const problems = await readProblems(caller, id.toLowerCase()).catch((error: unknown) => {
    if (error instanceof ServiceError && error.reason === "missing") notFound();
    throw error;
  });
  const lines = (async function* () {
    for await (const piece of problems)
      yield piece.map((one) => `${JSON.stringify(userImportProblem(one))}\n`).join("");
  })();
  return download(lines, {
    name: `import-problems-${id}.ndjson`,
    type: "application/x-ndjson; charset=utf-8",
  });
}
