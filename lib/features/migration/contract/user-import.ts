import { z } from "zod";
import { withoutNulls } from "@/lib/core/contract/absent-nulls";
import { line } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import { email, profileInput } from "@/lib/core/contract/user";
import { LONGEST_HASH, readBroughtHash, TAKEN_HASHES } from "@/lib/core/passwords/brought-hash";
import { hashAlgorithms } from "@/lib/core/passwords/hash-algorithm";
import { eachColumn, profileColumns, profileOf } from "@/lib/core/users/fields";
import { userStatuses } from "@/lib/core/users/user";
import type { ExportedUser } from "@/lib/features/migration/bulk/exported-user-store";
import { identityOfLine, presentFields } from "@/lib/features/migration/import/foreign-user";
import {
  type ImportedLine,
  type ImportedUser,
  importModes,
  importStatuses,
  type LineProblem,
  type ProblemCode,
  percentOf,
  problemCodes,
  type UserImport,
} from "@/lib/features/migration/import/user-import";

const count = z.int().min(0);

export const UserImportResource = z
  .object({
    id,
    status: z.enum(importStatuses),
    mode: z.enum(importModes),
    dry_run: z.boolean(),
    lines: count.meta({ description: "Lines that arrived." }),
    percent: count.max(100).meta({ description: "How much of the lines is applied." }),
    created: count,
    updated: count,
    unchanged: count,
    refused: count,
    refused_by_code: z
      .record(z.string(), count)
      .meta({ description: "How many lines were refused for each code of a problem." }),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({
    id: "UserImport",
    description:
      "A job that brings users along. Of a dry run the figures say what would come of the lines.",
  });

export const UserImportList = z
  .object({
    user_imports: z.array(UserImportResource).meta({ description: "Imports, the newest first." }),
  })
  .meta({ id: "UserImportList" });

export const UserImportQuery = z.strictObject({
  mode: z.enum(importModes).default("create").meta({
    description:
      "What becomes of a user who is there already: kept (`create`), changed (`upsert`) or refused (`new_only`).",
  }),
  dry_run: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "Judge every line and change nothing." }),
});

/** A line of an import in the API's form. */
export const UserImportLine = z
  .strictObject({
    email,
    ...eachColumn((rule) => profileInput(rule).optional()),
    status: z.enum(userStatuses).optional().meta({
      description:
        "`suspended` keeps the user out, in `create` and in `upsert`; `active` lets a suspended user in again, in `upsert`.",
    }),
    email_verified: z
      .boolean()
      .optional()
      .meta({ description: "True to vouch for the address; false says nothing." }),
    password_hash: z
      .string()
      .min(1)
      .max(LONGEST_HASH)
      .optional()
      .meta({ description: `From another system: ${TAKEN_HASHES}.` }),
    password_algorithm: z.enum(hashAlgorithms).optional().meta({
      description:
        "What the hash is. Needed for a bare hexadecimal digest; a hash that is something else is refused.",
    }),
    memberships: z
      .array(
        z.strictObject({
          organization: line(255).meta({ description: "By id, external id or slug." }),
          role: line(64).meta({ description: "By id or key." }),
        }),
      )
      .max(100)
      .optional(),
  })
  .meta({
    id: "UserImportLine",
    description:
      "A user as another system knew them. The external id finds a user who is there, and the address where no external id does. What is absent or null changes nothing.",
  });

/** Fields of a line, those first that identify a user: the order of CSV columns. */
export const lineFields: readonly string[] = [
  ...new Set(["email", "external_id", ...Object.keys(UserImportLine.shape)]),
];

export const UserImportProblem = z
  .object({
    line: z.int().min(1),
    email: z.string().nullable(),
    external_id: z.string().nullable(),
    code: z
      .enum([...(Object.keys(problemCodes) as ProblemCode[]), "cut"])
      .meta({ description: "`cut` is the last of more than are kept, and no line's." }),
    detail: z.string(),
  })
  .meta({ id: "UserImportProblem", description: "Why a line was not taken." });

/** An import in the API's form. */
export function userImportResponse(one: UserImport): z.infer<typeof UserImportResource> {
  return {
    id: one.id,
    status: one.status,
    mode: one.mode,
    dry_run: one.dryRun,
    lines: one.lines,
    percent: percentOf(one),
    created: one.created,
    updated: one.updated,
    unchanged: one.unchanged,
    refused: one.refused,
    refused_by_code: one.refusedByCode as Record<string, number>,
    created_at: wireTime(one.createdAt),
    finished_at: wireTimeOrNull(one.finishedAt),
  };
}

/** A user as a line of an import. */
export function userImportLine(user: ExportedUser): z.input<typeof UserImportLine> {
  return {
    email: user.email,
    ...presentFields(profileColumns(user)),
    ...(user.emailVerified ? { email_verified: true } : {}),
    ...(user.passwordHash === null ? {} : { password_hash: user.passwordHash }),
    ...(user.memberships.length === 0 ? {} : { memberships: user.memberships }),
  };
}

/** Imports in the API's form. */
export function userImportList(imports: readonly UserImport[]): z.infer<typeof UserImportList> {
  return { user_imports: imports.map(userImportResponse) };
}

/** A problem in the API's form. */
export function userImportProblem(problem: LineProblem): z.infer<typeof UserImportProblem> {
  const { externalId, ...rest } = problem;
  return { ...rest, external_id: externalId };
}

/** Validates a line of an import. Returns a user, or the problem.
 *  @param value the parsed JSON of the line */
export function validateLine(lineNumber: number, value: unknown): ImportedLine {
  const parsed = UserImportLine.safeParse(withoutNulls(UserImportLine, value));
  const problem = (code: ProblemCode, detail: string): ImportedLine => ({
    problem: { line: lineNumber, ...identityOfLine(value), code, detail: detail.slice(0, 500) },
  });
  if (!parsed.success)
    return problem("malformed", z.prettifyError(parsed.error).replaceAll("\n", " "));
  const { data } = parsed;
  let password: ImportedUser["password"] = null;
  if (data.password_hash) {
    const read = readBroughtHash(data.password_hash, data.password_algorithm ?? undefined);
    if ("problem" in read) return problem("hash_refused", `password_hash: ${read.problem}.`);
    password = read;
  }
  return {
    line: lineNumber,
    user: {
      email: data.email,
      ...profileOf(data),
      status: data.status ?? null,
      emailVerified: data.email_verified ?? false,
      password,
      memberships: data.memberships ?? [],
    },
  };
}
