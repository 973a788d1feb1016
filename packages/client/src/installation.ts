// What `@atrium/client/installation` offers: a copy of an app that runs at a customer and proves itself by a key of its own.
export { createInstallationKey, type InstallationKey } from "./installation-key.js";
export {
  createInstallation,
  type Enrolling,
  type Installation,
  type InstallationRoute,
  type InstallationSettings,
} from "./installations.js";
