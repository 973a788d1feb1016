import { expect, test } from "vitest";
import { networkOf, networksOf } from "@/lib/kernel/process/network";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["not an address", null],
  [null, null],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["203.0.113.7", ["203.0.113.7"]],
  ["2001:db8:1:2f3::9", ["2001:db8:1:2f3::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
  ["2001:db8::1", ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"]],
  [null, ["unknown"]],
])("the networks that contain %s are %j", (address, networks) => {
  expect(networksOf(address).map(({ network }) => network)).toEqual(networks);
});
