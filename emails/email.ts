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

interface Code {
  code: string;
  lifetimeSeconds: number;
}

interface Link {
  link: string;
  lifetimeSeconds: number;
}

/** Every message and what it says. Times may come as they were stored, in ISO 8601. */
export type Email =
  | ({ template: "login_code" | "step_up_code" } & Code)
  | ({ template: "password_reset" } & Link)
  | ({
      template: "set_password";
      occasion: "self_service" | "invitation";
      organizationName?: string;
    } & Link)
  | ({ template: "onboarding"; organizationName?: string } & Link)
  | { template: "delivery_test" }
  | { template: "administrator_added"; organizationName: string; dashboardUrl: string }
  | TrustedDeviceAdded
  | PasswordChanged
  | AddressChanged;

export interface TrustedDeviceAdded {
  template: "trusted_device_added";
  deviceName: string | null;
  platform: string | null;
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

/** The message of one template. */
export type EmailOf<T extends Email["template"]> = Extract<Email, { template: T }>;
