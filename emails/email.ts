/** How a message presents its tenant. Texts are shown as they are; the colour's contrast is kept here. */
export interface Brand {
  name: string;
  /** `#rrggbb`, or null for the default. */
  color: string | null;
  /** https: or mailto: */
  supportUrl: string | null;
  /** Content-ID of a logo that travels with the message; null shows the name instead. */
  logoCid: string | null;
}

/** A one-time code, with where it was asked for. All but the code may be missing: a message that was queued by an
 *  earlier version has none of it. */
interface Code {
  code: string;
  lifetimeSeconds: number;
  /** Which browser, on which system; null when that is not known. */
  browser?: string | null;
  system?: string | null;
  /** Its address, of IPv6 the network's. */
  network?: string | null;
  at?: Date | string;
  /** Ends what the code was asked for. */
  notMeLink?: string;
}

interface Link {
  link: string;
  lifetimeSeconds: number;
}

interface Invitation {
  /** Who invites; the tenant itself when nobody is named. */
  inviterName?: string;
  organizationName?: string;
}

/** Every message and what it says. Times may come as they were stored, in ISO 8601. */
export type Email =
  | ({ template: "login_code" | "step_up_code" } & Code)
  | ({ template: "password_reset" } & Link)
  | ({
      template: "set_password";
      occasion: "self_service" | "invitation" | "administration";
    } & Invitation &
      Link)
  | ({ template: "onboarding" } & Invitation & Link)
  | { template: "delivery_test" }
  | {
      template: "administrator_added";
      inviterName?: string;
      organizationName: string;
      dashboardUrl: string;
    }
  | AuditCheckpoint
  | TrustedDeviceAdded
  | PasswordChanged
  | AddressChanged
  | FactorsChanged;

/** The signed checkpoint of a tenant's audit log, for whoever keeps it. */
export interface AuditCheckpoint {
  template: "audit_checkpoint";
  /** `refused` when nothing is added to the log any more, because it is not as it was signed. */
  occasion: "daily" | "refused";
  /** The signed note. */
  checkpoint: string;
  /** The log's name. */
  origin: string;
  /** How many events it has. */
  size: string;
  /** When it was signed. */
  at: Date | string;
  /** Where it is explained how to verify. */
  guideUrl: string;
}

export interface TrustedDeviceAdded {
  template: "trusted_device_added";
  /** What the user calls it. */
  deviceName: string | null;
  browser?: string | null;
  system?: string | null;
  /** The system, in a message that was queued by an earlier version. */
  platform?: string | null;
  ipAddress: string | null;
  at: Date | string;
  accountSecurityUrl: string;
}

export interface PasswordChanged {
  template: "password_changed";
  at: Date | string;
  ipAddress: string | null;
  accountSecurityUrl: string;
}

export interface AddressChanged {
  template: "address_changed";
  newEmail: string;
  at: Date | string;
  accountSecurityUrl: string;
}

/** What happened to a user's factors. A name is the user's own. */
export type FactorsChanged = {
  template: "factors_changed";
  at: Date | string;
  ipAddress: string | null;
  accountSecurityUrl: string;
} & (
  | {
      occasion: "passkey_added" | "passkey_removed" | "totp_added" | "totp_removed";
      factorName: string;
    }
  | { occasion: "recovery_codes_made" | "factors_reset" }
  | { occasion: "recovery_code_used"; left: number }
);

/** The message of one template. */
export type EmailOf<T extends Email["template"]> = Extract<Email, { template: T }>;
