import * as z from 'zod';
import { EARLIEST_DATE } from '../../../core/contract.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import { instant } from './admin-fields.ts';
import { operation, option } from './admin-operation.ts';

const incident_id = option(z.string(), '<id>', 'id, from the list');
const text_fields = {
  title: option(z.string(), '<title>', 'what does not work'),
  details: option(z.string().default(''), '--details <text>', 'what is affected, and what you do'),
};

export const addIncident = operation({
  route: 'POST /admin/incidents',
  command: 'incident add',
  about: 'add an incident to the public page /status',
  texts: {
    en: {
      title: 'Write an incident',
      effect:
        'Everyone can read it on the status page at once. It stays on top of that page until it is resolved. Do not name customers.',
      done: 'The status page shows the incident.',
    },
    id: {
      title: 'Tulis gangguan',
      effect:
        'Semua orang langsung bisa membacanya di halaman status. Gangguan tampil paling atas sampai selesai. Jangan sebut nama pelanggan.',
      done: 'Gangguan tampil di halaman status.',
    },
  },
  input: requestOf({
    ...text_fields,
    started_at: option(
      instant.optional(),
      '--started <time>',
      'when it began, such as 2026-01-30T19:00:00+07:00; default: now',
    ),
  }),
  run: ({ incidents }, { started_at, ...text }, change) => incidents.add(text, change, started_at),
});

export const updateIncident = operation({
  route: 'POST /admin/incidents/:incident_id/update',
  command: 'incident update',
  about: 'replace the title and the details of an incident',
  texts: {
    en: {
      title: 'Change the text',
      effect: 'The status page shows the new text at once.',
      done: 'The status page shows the new text.',
    },
    id: {
      title: 'Ubah teks',
      effect: 'Halaman status langsung menampilkan teks yang baru.',
      done: 'Teks yang baru tampil di halaman status.',
    },
  },
  input: requestOf({ incident_id, ...text_fields }),
  run: ({ incidents }, { incident_id, ...text }, change) => incidents.update(incident_id, text, change),
});

export const resolveIncident = operation({
  route: 'POST /admin/incidents/:incident_id/resolve',
  command: 'incident resolve',
  about: 'mark an incident as resolved',
  texts: {
    en: {
      title: 'Mark as resolved',
      effect: 'The status page lists it as resolved, with its beginning and end.',
      done: 'The incident is resolved.',
    },
    id: {
      title: 'Tandai selesai',
      effect: 'Halaman status mencantumkannya sebagai selesai, dengan waktu mulai dan akhirnya.',
      done: 'Gangguan ditandai selesai.',
    },
  },
  input: requestOf({ incident_id }),
  run: ({ incidents }, { incident_id }, change) => incidents.resolve(incident_id, change),
});

export const listIncidents = operation({
  route: 'GET /admin/incidents',
  command: 'incident list',
  about: 'list all incidents, open ones first',
  input: requestOf({}),
  run: ({ incidents }) => incidents.since(new Date(EARLIEST_DATE)),
});
