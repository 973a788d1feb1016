import type { Email } from "./email";

const LINK =
  "https://id.example.com/set-password?token=alk_an-example-of-a-secret-which-has-43-signs";
const INVITATION =
  "https://id.example.com/invitation?token=alk_an-example-of-a-secret-which-has-43-signs";
const ONBOARDING =
  "https://id.example.com/onboarding?token=alk_an-example-of-a-secret-which-has-43-signs";
const SECURITY = "https://id.example.com/account-security?tenant=atr_Zk3vQm8sT1pYw6Rb";
const at = "2026-11-21T09:41:00.000Z";
const WEEK = 7 * 24 * 60 * 60;
const attempt = {
  browser: "Chrome",
  system: "macOS",
  network: "2001:db8:7::/64",
  at,
  notMeLink: "https://id.example.com/not-me?token=alk_an-example-of-a-secret-which-has-43-signs",
};

const log = "id.example.com/audit-log/atr_Zk3vQm8sT1pYw6Rb";
const checkpoint = {
  checkpoint: [
    ...[log, "48151", "RXZsoMvxVFpEMqKs5B3v3HMMXxnywxacgDRAW4Muqcs=", ""],
    `— ${log} euys+o6WRO0XlWRAZXsgAsiKaBcgWDQKuP5zFTx6+SI0jQ/X8zluATG40Zkem967FSRzpjL+6sRNJ+jCypTpyVFq1A4=`,
    "— witness.example/atrium KfQzMQAAAABrCBOu7WQg9GtHdyubGkUzr/ZhAB8+G/MnONywrs2Mrc8nQivIGefrsuABp8CbKfplYBwuk1AxoZy0V2VdorzDyyuNDA==",
  ].join("\n"),
  origin: log,
  size: "48151",
  at,
  guideUrl: "https://id.example.com/docs/guides/prove-the-trail",
};

/** A sample of each message, by the name of its preview. */
export const emailSamples: Record<string, Email> = {
  "login-code": { template: "login_code", code: "481516", lifetimeSeconds: 600, ...attempt },
  "step-up-code": { template: "step_up_code", code: "234298", lifetimeSeconds: 600, ...attempt },
  "delivery-test": { template: "delivery_test" },
  "administrator-added": {
    template: "administrator_added",
    inviterName: "grace@northwind.example",
    organizationName: "Northwind Traders",
    dashboardUrl: "https://id.example.com/dashboard",
  },
  "audit-checkpoint": { template: "audit_checkpoint", occasion: "daily", ...checkpoint },
  "audit-checkpoint-refused": { template: "audit_checkpoint", occasion: "refused", ...checkpoint },
  "password-reset": { template: "password_reset", link: LINK, lifetimeSeconds: 1800 },
  "set-password": {
    template: "set_password",
    occasion: "self_service",
    link: LINK,
    lifetimeSeconds: 24 * 60 * 60,
  },
  invitation: {
    template: "set_password",
    occasion: "invitation",
    inviterName: "grace@acme.example",
    organizationName: "Northwind Traders",
    link: INVITATION,
    lifetimeSeconds: WEEK,
  },
  "administrator-invitation": {
    template: "set_password",
    occasion: "administration",
    inviterName: "grace@northwind.example",
    organizationName: "Northwind Traders",
    link: INVITATION,
    lifetimeSeconds: WEEK,
  },
  onboarding: {
    template: "onboarding",
    organizationName: "Northwind Traders",
    link: ONBOARDING,
    lifetimeSeconds: WEEK,
  },
  "trusted-device-added": {
    template: "trusted_device_added",
    deviceName: "Ada’s laptop",
    browser: "Firefox",
    system: "Linux",
    ipAddress: "203.0.113.7",
    at,
    accountSecurityUrl: SECURITY,
  },
  "password-changed": {
    template: "password_changed",
    at,
    ipAddress: "203.0.113.7",
    accountSecurityUrl: SECURITY,
  },
  "factors-changed": {
    template: "factors_changed",
    occasion: "passkey_added",
    factorName: "Apple Passwords",
    at,
    ipAddress: "203.0.113.7",
    accountSecurityUrl: SECURITY,
  },
  "address-changed": {
    template: "address_changed",
    newEmail: "ada.lovelace@example.org",
    at,
    accountSecurityUrl: SECURITY,
  },
};
