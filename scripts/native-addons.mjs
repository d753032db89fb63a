// Bundles the wrappers of the two native packages and leaves only their .node files in node_modules.
export function nativeAddons() {
  return {
    name: 'native-addons',
    setup(plugin) {
      plugin.onResolve({ filter: /^(@photostructure\/sqlite|fs-native-extensions)$/ }, ({ path }) => ({
        path,
        external: true,
      }));
    },
  };
}
