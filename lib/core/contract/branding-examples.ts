const branding = {
  display_name: "Acme",
  color: "#1d4ed8",
  logo: null,
  support_url: "https://acme.example/help",
  terms_url: null,
  privacy_url: "https://acme.example/privacy",
};

export const brandingExamples = {
  branding,
  changes: { color: "#1d4ed8", support_url: "https://acme.example/help", terms_url: null },
};
