/** Names by country of origin, which is not always where people live. */
export const names: readonly { given: readonly string[]; family: readonly string[] }[] = [
  {
    given: [
      'Ines',
      'Jonas',
      'Lena',
      'Felix',
      'Katharina',
      'Moritz',
      'Annika',
      'Tobias',
      'Greta',
      'Paul',
      'Miriam',
      'Henrik',
    ],
    family: [
      'Vogel',
      'Brandt',
      'Schubert',
      'Kessler',
      'Lindner',
      'Hartwig',
      'Seidel',
      'Winkler',
      'Ebert',
      'Krause',
      'Pohl',
      'Arnold',
    ],
  },
  {
    given: ['Tomasz', 'Agnieszka', 'Piotr', 'Zofia', 'Marek', 'Kinga', 'Wojciech', 'Ewa'],
    family: ['Król', 'Nowak', 'Wiśniewska', 'Zając', 'Kamiński', 'Lis', 'Mazur', 'Sikora'],
  },
  {
    given: ['Jana', 'Petr', 'Tereza', 'Ondřej', 'Lucie', 'Matěj'],
    family: ['Dvořák', 'Svoboda', 'Horáková', 'Beneš', 'Fiala', 'Marková'],
  },
  {
    given: ['Oksana', 'Taras', 'Iryna', 'Bohdan', 'Daryna', 'Maksym'],
    family: ['Shevchenko', 'Kovalenko', 'Bondar', 'Melnyk', 'Tkachuk', 'Lysenko'],
  },
  {
    given: ['Camille', 'Hugo', 'Manon', 'Théo', 'Élodie', 'Antoine'],
    family: ['Lefèvre', 'Moreau', 'Garnier', 'Roche', 'Chevalier', 'Blanchard'],
  },
  {
    given: ['Lucía', 'Diego', 'Marta', 'Álvaro', 'Carmen', 'Javier'],
    family: ['Ortega', 'Navarro', 'Iglesias', 'Serrano', 'Vidal', 'Campos'],
  },
  {
    given: ['Beatriz', 'Tiago', 'Inês', 'Rui', 'Mariana', 'Nuno'],
    family: ['Almeida', 'Carvalho', 'Teixeira', 'Fonseca', 'Moreira', 'Pinto'],
  },
  {
    given: ['Giulia', 'Matteo', 'Chiara', 'Lorenzo', 'Elisa', 'Davide'],
    family: ['Ferrari', 'Conti', 'Moretti', 'Gallo', 'Rinaldi', 'Barbieri'],
  },
  {
    given: ['Sara', 'Chinedu', 'Amara', 'Tunde', 'Wanjiku', 'Kofi', 'Zanele', 'Kamau'],
    family: ['Okafor', 'Adeyemi', 'Mensah', 'Odhiambo', 'Nkosi', 'Eze', 'Mwangi', 'Boateng'],
  },
  {
    given: ['Priya', 'Arjun', 'Ananya', 'Rohan', 'Meera', 'Vikram'],
    family: ['Raman', 'Iyer', 'Deshpande', 'Kapoor', 'Nair', 'Banerjee'],
  },
  {
    given: ['Freja', 'Magnus', 'Linnea', 'Oskar', 'Aino', 'Elias', 'Ingrid', 'Soren'],
    family: ['Lindqvist', 'Holm', 'Nyström', 'Dahl', 'Virtanen', 'Bakke', 'Kjær', 'Sandberg'],
  },
  {
    given: ['Elif', 'Emre', 'Zeynep', 'Can', 'Nino', 'Giorgi', 'Yasmin', 'Omar'],
    family: ['Yılmaz', 'Demir', 'Kaya', 'Beridze', 'Hassan', 'Farouk', 'Arslan', 'Gelashvili'],
  },
  {
    given: ['Valentina', 'Mateo', 'Camila', 'Thiago', 'Sofía', 'Bruno'],
    family: ['Restrepo', 'Fernández', 'Oliveira', 'Quiroga', 'Souza', 'Cárdenas'],
  },
  {
    given: ['Linh', 'Minh', 'Mei', 'Wei', 'Haruka', 'Kenji'],
    family: ['Nguyen', 'Tran', 'Zhang', 'Chen', 'Tanaka', 'Mori'],
  },
  {
    given: ['Milica', 'Luka', 'Ivana', 'Nikola', 'Andreea', 'Radu', 'Elena', 'Stefan'],
    family: [
      'Jovanović',
      'Kovač',
      'Horvat',
      'Petrović',
      'Popescu',
      'Ionescu',
      'Dimitrova',
      'Georgiou',
    ],
  },
  {
    given: ['Aoife', 'Ciarán', 'Eleanor', 'Rhys', 'Isla', 'Callum'],
    family: ['Byrne', 'Gallagher', 'Whitfield', 'Pritchard', 'Fraser', 'Ashworth'],
  },
];
