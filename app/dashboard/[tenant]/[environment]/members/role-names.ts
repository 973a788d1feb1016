import type { AdministratorRole } from "@/lib/platform/administrators/administrator";

/** What an administrator may do, for people. */
export const roleOptions: { value: AdministratorRole; name: string }[] = [
  { value: "viewer", name: "Viewer: sees everything, changes nothing" },
  { value: "admin", name: "Admin: changes everything but members" },
  { value: "owner", name: "Owner: also decides who administers" },
];
