const url = "https://old.example.com/atrium/password-check";

export const previousSystemExamples = {
  changes: { url, enabled: true },
  system: {
    url,
    enabled: true,
    secrets: [
      {
        id: "01938f2c-8333-7b3c-8d4e-5f6a7b8c9d0e",
        hint: "…4fQ=",
        created_at: "2026-11-21T09:00:00.000Z",
      },
    ],
    last_failure: null,
  },
  issued: {
    id: "01938f2c-8333-7b3c-8d4e-5f6a7b8c9d0e",
    hint: "…4fQ=",
    secret: "whsec_Zm9yIHRoZSBkb2N1bWVudGF0aW9uIG9ubHkuLi4uLi4=",
  },
};
