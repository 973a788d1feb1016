/** Why a form could not be taken, for the person in front of it. It never says whether an account exists. */
export interface Problem {
  kind: "rejected" | "codeRejected" | "locked" | "notResent" | "limited" | "overloaded" | "failed";
  retryAfterSeconds?: number;
  /** When it was told, in milliseconds; tells two alike apart. */
  at: number;
}
