interface Code {
  code: string;
  lifetimeSeconds: number;
}

interface Link {
  link: string;
  lifetimeSeconds: number;
}

/** Every message the service sends, with what it says. Lifetimes are those of the secrets they carry. */
export type MailTemplate =
  | ({ template: "login_code" } & Code)
  | ({ template: "step_up_code" } & Code)
  | { template: "delivery_test" }
  | { template: "administrator_added"; organizationName: string; dashboardUrl: string }
  | ({ template: "password_reset" } & Link)
  | ({
      template: "set_password";
      occasion: "self_service" | "invitation";
      organizationName?: string;
    } & Link)
  | ({ template: "onboarding"; organizationName?: string } & Link)
  | {
      template: "trusted_device_added";
      deviceName: string | null;
      platform: string | null;
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
  | { template: "address_changed"; newEmail: string; at: Date; accountSecurityUrl: string };

/** A message to an address.
 *  @property userId the user of the transaction's environment whose address it is or was: the message is deleted
 *    with them */
export type MailRequest = { to: string; userId?: string; locale?: string | null } & MailTemplate;
