// A loader of Next's build: what runs on the server takes `lib` from the package that `bundleLib` makes of it.
module.exports = (source) => source.replaceAll(/(["'])@\/lib\//g, "$1@atrium/lib/");
