// How the chunks of the program find each other when it runs. The text of this function goes into the first part.

/**
 * Returns a function that runs a chunk at its first call and yields what it exports. A chunk is of the part at hand, or of
 * the part that `places` names, which is then loaded whole.
 */
export function linkChunks({ chunks, places, loadPart, outside }) {
  const linked = new Map();
  const requireFrom = (name) => (name.startsWith('./') && name.endsWith('.js') ? link(name) : outside(name));
  requireFrom.resolve = outside.resolve;

  function find(name) {
    if (chunks[name] === undefined && places[name] !== undefined) Object.assign(chunks, loadPart(places[name]));
    const chunk = chunks[name];
    if (chunk === undefined) throw new Error(`loom was installed anew while it ran (${name} is gone): start it again`);
    return chunk;
  }

  function link(name) {
    const known = linked.get(name);
    if (known !== undefined) return known.exports;
    const chunk = find(name);
    const module = { exports: {} };
    linked.set(name, module);
    try {
      chunk(module, module.exports, requireFrom);
    } catch (error) {
      linked.delete(name);
      throw error;
    }
    return module.exports;
  }

  return { link, linkedNames: () => [...linked.keys()] };
}
