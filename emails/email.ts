/** Branding of a tenant's messages. Texts are shown unchanged; rendering ensures the colour's contrast. */
export interface Brand {
  name: string;
  /** `#rrggbb`, or null for the default. */
  color: string | null;
  /** https: or mailto: */
  supportUrl: string | null;
  /** Content-ID of a logo inside the message; null shows the name instead. */
  logoCid: string | null;
}

/** A one-time code, with the origin of its request. Only the code is required: a message that was queued by
 *  an earlier version has nothing else. */
interface Code {
  code: string;
  lifetimeSeconds: number;
  /** The browser; null when it is not known. */
  browser?: string | null;
  system?: string | null;
  /** Network address of the request; of IPv6 its network. */
  network?: string | null;
  at?: Date | string;
  /** Cancels the sign-in or step-up of the code. */
  notMeLink?: string;
}

interface Link {
  link: string;
  lifetimeSeconds: number;
}

interface Invitation {
  /** Name of the inviter; without it the tenant itself invites. */
  inviterName?: string;
  organizationName?: string;
}

/** Every message and its values. Times may be in their stored form, ISO 8601. */
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

/** The signed checkpoint of a tenant's audit log, for its auditor. */
export interface AuditCheckpoint {
  template: "audit_checkpoint";
  /** `refused` when nothing is added to the log any more, because its entries no longer match the signed
   *  ones. */
  occasion: "daily" | "refused";
  /** The signed note. */
  checkpoint: string;
  /** The log's name. */
  origin: string;
  /** Number of events in it. */
  size: string;
  /** Time of the signature. */
  at: Date | string;
  /** Address of the guide to verification. */
  guideUrl: string;
}

export interface TrustedDeviceAdded {
  template: "trusted_device_added";
  /** The user's name for the device. */
  deviceName: string | null;
  browser?: string | null;
  system?: string | null;
  /** The system; set in messages that were queued by an earlier version. */
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

/** A change of a user's factors. A name is the user's own. */
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
