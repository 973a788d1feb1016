const started = {
  id: "01991b2c-7d8e-7f3a-8b4c-5d6e7f809100",
  status: "running",
  mode: "create",
  dry_run: false,
  lines: 100_000,
  percent: 42,
  created: 41_870,
  updated: 0,
  unchanged: 120,
  refused: 10,
  refused_by_code: { malformed: 7, role_unknown: 3 },
  created_at: "2026-11-21T09:30:00.000Z",
  finished_at: null,
} as const;

/** Examples for the API's description of imports. */
export const userImportExamples = {
  started,
  list: { user_imports: [started] },
  cancelled: { ...started, status: "cancelled", finished_at: "2026-11-21T09:31:00.000Z" } as const,
  line: {
    email: "ada@acme.example",
    display_name: "Ada Lovelace",
    external_id: "auth0|5f7c8ec7c33c6c004bbafe82",
    email_verified: true,
    password_hash: "$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    memberships: [{ organization: "acme-shipyard", role: "editor" }],
  },
  problem: {
    line: 17,
    email: "grace@acme.example",
    external_id: null,
    code: "role_unknown",
    detail: "A membership names no role of the environment.",
  } as const,
};
