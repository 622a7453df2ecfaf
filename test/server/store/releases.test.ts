import { describeReleases } from './releasesContract.ts';
import { createSqlite } from '../sqlite.ts';

describeReleases('sqlite', createSqlite);
