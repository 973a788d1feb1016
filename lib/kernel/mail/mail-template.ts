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
  at?: Date;
  /** Cancels the request that the code belongs to. */
  notMeLink?: string;
}

interface Link {
  link: string;
  lifetimeSeconds: number;
}

interface Invitation {
  /** Name of the inviter, from `inviterName`. */
  inviterName?: string;
  organizationName?: string;
}

/** A change of a user's factors. A name is the user's own. */
export type FactorOccasion =
  | {
      occasion: "passkey_added" | "passkey_removed" | "totp_added" | "totp_removed";
      factorName: string;
    }
  | { occasion: "recovery_codes_made" | "factors_reset" }
  | { occasion: "recovery_code_used"; left: number };

/** Every message that the service sends, with its values. Lifetimes are those of the secrets in it. */
export type MailTemplate =
  | ({ template: "login_code" } & Code)
  | ({ template: "step_up_code" } & Code)
  | { template: "delivery_test" }
  | {
      template: "administrator_added";
      inviterName?: string;
      organizationName: string;
      dashboardUrl: string;
    }
  | {
      /** The checkpoint of the audit log, for the tenant's auditor. */
      template: "audit_checkpoint";
      occasion: "daily" | "refused";
      checkpoint: string;
      origin: string;
      size: string;
      at: Date;
      guideUrl: string;
    }
  | ({ template: "password_reset" } & Link)
  | ({
      template: "set_password";
      occasion: "self_service" | "invitation" | "administration";
    } & Invitation &
      Link)
  | ({ template: "onboarding" } & Invitation & Link)
  | {
      template: "trusted_device_added";
      deviceName: string | null;
      browser: string | null;
      system: string | null;
      ipAddress: string | null;
      at: Date;
      accountSecurityUrl: string;
    }
  | {
      template: "password_changed";
      at: Date;
      ipAddress: string | null;
      accountSecurityUrl: string;
    }
  | ({
      template: "factors_changed";
      at: Date;
      ipAddress: string | null;
      accountSecurityUrl: string;
    } & FactorOccasion)
  | { template: "address_changed"; newEmail: string; at: Date; accountSecurityUrl: string };

/** A message to an address.
 *  @property userId the user of the transaction's environment whose address it is or was: the message is
 *  deleted with them */
export type MailRequest = { to: string; userId?: string; locale?: string | null } & MailTemplate;
