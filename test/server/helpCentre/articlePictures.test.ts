import { describeArticlePictures } from './articlePicturesContract.ts';
import { createSqlite } from '../sqlite.ts';

describeArticlePictures('SQLite', createSqlite);
