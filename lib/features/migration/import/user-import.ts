import type { WeakHash } from "@/lib/core/passwords/wrapped-hash";
import type { User, UserFields } from "@/lib/core/users/user";
import type { Actor, RequestContext } from "@/lib/kernel/caller";

/** Ways in which an import treats an existing user: leave it unchanged, change it, or refuse the line. */
export const importModes = ["create", "upsert", "new_only"] as const;
export type ImportMode = (typeof importModes)[number];

/** File formats of imports. */
export const importFormats = [
  ...(["ndjson", "csv", "auth0", "keycloak", "firebase", "cognito", "logto"] as const),
  "better-auth",
] as const;
export type ImportFormat = (typeof importFormats)[number];

export const importStatuses = ["receiving", "running", "completed", "failed", "cancelled"] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** A job that imports users from another system. */
export interface UserImport {
  id: string;
  status: ImportStatus;
  mode: ImportMode;
  dryRun: boolean;
  /** Number of received lines, and of processed ones. */
  lines: number;
  applied: number;
  /** Results of the lines; for a dry run, expected results. */
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** Number of refused lines by reason. */
  refusedByCode: Partial<Record<ProblemCode, number>>;
  createdAt: Date;
  finishedAt: Date | null;
}

/** An import with the actor who started it. */
export interface RunningImport extends UserImport {
  actor: Actor;
  context: RequestContext;
}

/** A validated user of another system. */
export interface ImportedUser extends UserFields {
  /** Null if the line has no status: a new user is active, an existing one keeps its status. */
  status: User["status"] | null;
  /** Whether the tenant vouches for the address. */
  emailVerified: boolean;
  /** In a form that can be verified directly, or a weak one that must be wrapped first. */
  password: { stored: string } | { weak: WeakHash } | null;
  memberships: ImportedMembership[];
}

/** A membership in an organization. */
export interface ImportedMembership {
  /** Id, external id or slug of the organization. */
  organization: string;
  /** Id or key of the role. */
  role: string;
}

/** Reason for refusing a line. */
export interface LineProblem {
  line: number;
  email: string | null;
  externalId: string | null;
  code: ProblemCode | "cut";
  detail: string;
}

/** A line of an import: a user, or a problem. */
export type ImportedLine = { line: number; user: ImportedUser } | { problem: LineProblem };

/** Problems of a line. The first two are found on arrival, the others when the line is applied. */
export const problemCodes = {
  malformed: "The line is no user.",
  hash_refused: "The password hash can't be taken.",
  email_repeated: "An earlier line has the same address.",
  external_id_repeated: "An earlier line has the same external id.",
  external_id_taken: "The address belongs to one user and the external id to another.",
  external_id_differs: "The user with this address has another external id.",
  email_differs:
    "The user with this external id has another address. Change it by PATCH users/{id}.",
  user_exists: "There is a user with this address or external id.",
  organization_unknown: "A membership names no organization of the environment.",
  role_unknown: "A membership names no role of the environment.",
} as const;
export type ProblemCode = keyof typeof problemCodes;

/** Reason of suspensions by an import, shown to administrators. */
export const SUSPENDED_BY_IMPORT = "Suspended by an import";

/** Maximum number of imports of an environment that are under way: each may stage a gibibyte of lines. */
export const IMPORTS_AT_ONCE = 3;
/** Maximum number of lines of an import, so that a worker can clear its table. */
export const MOST_LINES = 5_000_000;
/** Maximum number of stored problems of an import. Further ones are only counted. */
export const MOST_PROBLEMS = 10_000;
/** Maximum number of stored problems of all imports of an environment, a few dozen megabytes. Those of the
 *  newest imports stay. */
export const MAX_STORED_PROBLEMS = 100_000;
/** Maximum number of bytes of an environment's staged lines in the database. */
export const MOST_STAGED_BYTES = 4 * 1024 ** 3;
/** Lines that one transaction stages. */
export const STAGED_AT_ONCE = 2_000;
/** Lines that one transaction applies. */
export const LINES_AT_ONCE = 500;

/** Progress of an import in whole percent; 0 while it is being received. */
export function percentOf({
  status,
  lines,
  applied,
}: Pick<UserImport, "status" | "lines" | "applied">): number {
  if (status === "completed") return 100;
  return lines === 0 ? 0 : Math.min(99, Math.floor((applied / lines) * 100));
}

/** Whether an import may still change something. */
export function isUnderWay({ status }: Pick<UserImport, "status">): boolean {
  return status === "receiving" || status === "running";
}
