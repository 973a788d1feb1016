import { addressChanged } from "./address-changed";
import { administratorAdded } from "./administrator-added";
import { auditCheckpoint } from "./audit-checkpoint";
import { loginCode, stepUpCode } from "./code-email";
import { deliveryTest } from "./delivery-test";
import { factorsChanged } from "./factors-changed";
import { onboarding } from "./onboarding";
import { passwordChanged } from "./password-changed";
import { passwordReset } from "./password-reset";
import { setPassword } from "./set-password";
import type { Template } from "./template";
import { trustedDeviceAdded } from "./trusted-device-added";

/** Every message that the service sends. A message is a file and a line here. */
export const templates = {
  login_code: loginCode,
  step_up_code: stepUpCode,
  password_reset: passwordReset,
  set_password: setPassword,
  onboarding,
  delivery_test: deliveryTest,
  administrator_added: administratorAdded,
  audit_checkpoint: auditCheckpoint,
  trusted_device_added: trustedDeviceAdded,
  password_changed: passwordChanged,
  factors_changed: factorsChanged,
  address_changed: addressChanged,
} as const;

export type TemplateName = keyof typeof templates;

type PropsOf<T> = T extends Template<infer Props> ? Props : never;

/** A message with its properties. */
export type Email = {
  [Name in TemplateName]: { template: Name } & PropsOf<(typeof templates)[Name]>;
}[TemplateName];

/** An example of each message, by the name of its preview. */
export const emailSamples = Object.fromEntries(
  Object.entries(templates).flatMap(([template, { samples }]) =>
    Object.entries(samples).map(([name, props]) => [name, { template, ...props } as Email]),
  ),
);
