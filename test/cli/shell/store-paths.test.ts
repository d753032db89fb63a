import { describe, expect, it } from 'vitest';
import { findPaths } from '../../../src/cli/store-paths.ts';

const linux = (env: Record<string, string>, cwd = '/work-place') => findPaths({ env, platform: 'linux', cwd });

describe('where loom keeps its files', () => {
  it('follows XDG on Linux, absolute paths only', () => {
    expect(linux({ HOME: '/home/nancy' }).store).toBe('/home/nancy/.local/share/loom');
    expect(linux({ HOME: '/home/nancy', XDG_DATA_HOME: '/data' }).store).toBe('/data/loom');
    expect(linux({ HOME: '/home/nancy', XDG_DATA_HOME: 'data' }).store).toBe('/home/nancy/.local/share/loom');
    expect(linux({ HOME: '/home/nancy' }).configFile).toBe('/home/nancy/.config/loom/config.json');
  });

  it('takes LOOM_HOME before anything else, relative to the current folder', () => {
    expect(linux({ HOME: '/home/nancy', LOOM_HOME: '/mnt/loom' }).store).toBe('/mnt/loom');
    expect(linux({ HOME: '/home/nancy', LOOM_HOME: 'store' }, '/camp').store).toBe('/camp/store');
  });

  it('needs no home folder when LOOM_HOME is set', () => {
    expect(linux({ LOOM_HOME: '/mnt/loom' })).toMatchObject({ store: '/mnt/loom', config: '/mnt/loom/config' });
  });

  it('says what is missing when there is neither', () => {
    expect(() => linux({})).toThrow(/HOME is not set/);
    expect(() => linux({ HOME: '' })).toThrow(/HOME is not set/);
    expect(() => linux({ HOME: 'relative' })).toThrow(/HOME is not an absolute path/);
  });

  it('uses the folders of macOS and Windows there', () => {
    const mac = findPaths({ env: { HOME: '/Users/nancy', XDG_DATA_HOME: '/x' }, platform: 'darwin', cwd: '/' });
    expect(mac.store).toBe('/Users/nancy/Library/Application Support/loom');
    const windows = findPaths({ env: { LOCALAPPDATA: '/local' }, platform: 'win32', cwd: '/' });
    expect(windows.store.replaceAll('\\', '/')).toBe('/local/loom/Data');
  });
});
