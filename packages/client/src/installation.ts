// Entry point of `@atrium/client/installation`: a copy of an app that runs at a customer and authenticates by
// a key of its own.
export { createInstallationKey, type InstallationKey } from "./installation-key.js";
export {
  createInstallation,
  type Enrolling,
  type Installation,
  type InstallationRoute,
  type InstallationSettings,
} from "./installations.js";
