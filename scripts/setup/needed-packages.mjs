/** Which packages of package-lock.json a start needs: the dependencies, and what they need. Without what is only for development. */

/**
 * The part of a lock file that installs the dependencies. npm's own `--omit=dev` keeps a development tool where another
 * package names it as an optional peer, and so would install Prisma's command, Vitest and Playwright.
 * @param {{packages: Record<string, any>}} lock
 */
export function lockForStart(lock) {
  const { devDependencies: _, ...project } = lock.packages[""] ?? {};
  const packages = { "": project };
  const open = namesOf(project).map((name) => ["", name]);
  for (let next = open.pop(); next; next = open.pop()) {
    const path = findPackage(lock.packages, ...next);
    if (path === null || packages[path]) continue;
    const { dev: _dev, devOptional: _devOptional, ...entry } = lock.packages[path];
    packages[path] = entry;
    for (const name of namesOf(entry)) open.push([path, name]);
  }
  const sorted = Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/** What a package asks for; an optional peer is used where it is there, and is no reason to install it. */
function namesOf({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  );
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/** Where Node finds a package from another one's folder; null for an optional one that the lock does not have. */
function findPackage(packages, from, name) {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))
  ) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return null;
  }
}

/**
 * Whether packages are installed as the lock has them. npm leaves optional ones out that are for other machines.
 * @param {Record<string, any>} wanted the `packages` of a lock
 * @param {Record<string, any>} installed those of node_modules/.package-lock.json
 */
export function areAllIn(wanted, installed) {
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || (entry.optional && !installed[path])) return true;
    const found = installed[path];
    return found?.version === entry.version && found?.integrity === entry.integrity;
  });
}
