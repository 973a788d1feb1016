const body = {
  principal_id: "01938f2c-9b42-7d15-a2c4-6e7f80912233",
  user_id: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34",
};
const binding = {
  id: "01938f2c-9c77-7a09-b1d2-3e4f50617283",
  ...body,
  created_at: "2026-11-21T09:00:00.000Z",
  last_used_at: null,
  released_at: null,
};

export const identityBindingExamples = {
  wanted: body,
  binding,
  released: { ...binding, released_at: "2026-11-21T10:00:00.000Z" },
  list: { identity_bindings: [binding] },
};
