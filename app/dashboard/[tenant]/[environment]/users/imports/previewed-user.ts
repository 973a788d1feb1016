import type { ImportedLine } from "@/lib/features/migration/import/user-import";

/** User of a file as the preview shows them. */
export interface PreviewedUser {
  line: number;
  email: string;
  name: string;
  externalId: string;
  isSuspended: boolean;
  hasPassword: boolean;
  places: string;
  /** Reason for which the line would be refused; empty for a valid user. */
  problem: string;
}

/** Returns the preview of a line. */
export function previewOf(line: ImportedLine): PreviewedUser {
  if ("problem" in line) {
    const { email, externalId, detail } = line.problem;
    const unknownFields = { name: "", isSuspended: false, hasPassword: false, places: "" };
    return {
      ...unknownFields,
      line: line.problem.line,
      email: email ?? "",
      externalId: externalId ?? "",
      problem: detail,
    };
  }
  const { email, displayName, externalId, status, password, memberships } = line.user;
  return {
    line: line.line,
    email,
    name: displayName ?? "",
    externalId: externalId ?? "",
    isSuspended: status === "suspended",
    hasPassword: password !== null,
    places: memberships.map(({ organization, role }) => `${organization}: ${role}`).join(", "),
    problem: "",
  };
}
