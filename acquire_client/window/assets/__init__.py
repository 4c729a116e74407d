"""What is drawn with: fonts that come with the program, shapes, patterns, and the painter that puts them on a surface."""
