import type { WeakHash } from "@/lib/core/passwords/wrapped-hash";
import type { User } from "@/lib/core/users/user";
import type { Actor, RequestContext } from "@/lib/kernel/caller";

/** What becomes of a user who is there already: kept as they are, changed, or refused. */
export const importModes = ["create", "upsert", "new_only"] as const;
export type ImportMode = (typeof importModes)[number];

export const importStatuses = ["receiving", "running", "completed", "failed", "cancelled"] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** A job that brings users along from another system. */
export interface UserImport {
  id: string;
  status: ImportStatus;
  mode: ImportMode;
  dryRun: boolean;
  /** How many lines arrived, and how many of them were judged. */
  lines: number;
  applied: number;
  /** What came of the lines; of a dry run, what would come. */
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** How many lines were refused for each reason. */
  refusedByCode: Partial<Record<ProblemCode, number>>;
  createdAt: Date;
  finishedAt: Date | null;
}

/** An import with whoever asked for it. */
export interface RunningImport extends UserImport {
  actor: Actor;
  context: RequestContext;
}

/** A user as another system knew them; everything is checked already. */
export interface BroughtUser {
  email: string;
  externalId: string | null;
  displayName: string | null;
  locale: string | null;
  /** Null where the line says nothing of it: a new user is active, any other stays as they are. */
  status: User["status"] | null;
  /** Whether the tenant vouches for the address. */
  emailVerified: boolean;
  /** In a form that is verified as it is, or a weak one that must be wrapped first. */
  password: { stored: string } | { weak: WeakHash } | null;
  memberships: BroughtMembership[];
}

/** What a line may say of a user, in the words of the wire. */
export const lineFields = [
  ...(["email", "external_id", "display_name", "locale", "status", "email_verified"] as const),
  ...(["password_hash", "password_algorithm", "memberships"] as const),
] as const;

/** A place in an organization. */
export interface BroughtMembership {
  /** The organization's id, external id or slug. */
  organization: string;
  /** The role's id or key. */
  role: string;
}

/** Why a line is not taken. */
export interface LineProblem {
  line: number;
  email: string | null;
  externalId: string | null;
  code: ProblemCode | "cut";
  detail: string;
}

/** A line of an import: a user, or why it is none. */
export type BroughtLine = { line: number; user: BroughtUser } | { problem: LineProblem };

/** What is wrong with a line. The first two are seen when it arrives, the others when it is applied. */
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

/** Why a user is suspended whom an import suspends, for whoever looks at the user. */
export const SUSPENDED_BY_IMPORT = "Suspended by an import";

/** Imports of an environment that may be under way at once: each may hold a gibibyte of lines. */
export const IMPORTS_AT_ONCE = 3;
/** Lines of an import, so that its table stays one that a worker can clear. */
export const MOST_LINES = 5_000_000;
/** Reasons that are kept of an import; of others only the number is. */
export const MOST_PROBLEMS = 10_000;
/** Reasons that are kept of all imports of an environment, a few dozen megabytes; the newest imports keep theirs. */
export const MOST_PROBLEMS_KEPT = 100_000;
/** Bytes that lines of an environment may take in the database while they wait. */
export const MOST_STAGED_BYTES = 4 * 1024 ** 3;
/** Lines that are staged in one transaction. */
export const STAGED_AT_ONCE = 2_000;
/** Lines that are applied in one transaction. */
export const LINES_AT_ONCE = 500;

/** How much of an import is done, in whole percent. What it still receives is not done. */
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
